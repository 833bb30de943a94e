// @ts-check
/** The ceilings: JSON in, the same JSON out. `node bench/echo.mjs express|http` */
import { createServer } from 'node:http';
import express from 'express';

const servers = {
  express: () => {
    const app = express();
    app.use(express.json());
    app.post('/', (req, res) => {
      res.status(201).json(req.body);
    });
    return createServer(app);
  },
  http: () =>
    createServer((req, res) => {
      /** @type {Buffer[]} */
      const chunks = [];
      req.on('data', (chunk) => chunks.push(chunk));
      req.on('end', () => {
        const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
        res.writeHead(201, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
        });
        res.end(body);
      });
    }),
};

const kind = process.argv[2] === 'express' ? 'express' : 'http';
const server = servers[kind]();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`listening on http://127.0.0.1:${port}/\n`);
});
process.on('SIGTERM', () => process.exit(0));
