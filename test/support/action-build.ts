/** `buildAction` of `build.mjs`, which is JavaScript and has no types of its own. */
export async function buildAction(outfile: string): Promise<void> {
  const address = new URL('../../build.mjs', import.meta.url).href;
  const build = (await import(address)) as { buildAction(outfile: string): Promise<void> };
  await build.buildAction(outfile);
}
