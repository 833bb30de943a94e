/** `npm start` without a build, for pages that show what it prints. */
export const SERVE = `node --import=tsx --eval "import('./backend/main.ts').then((main) => main.run(['serve'], process.env))"`;
