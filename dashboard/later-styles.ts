/** The style sheet that the first page does without. */
let loading: Promise<void> | undefined;

/** Loads code that needs it, and it. A sheet that does not come leaves what is there readable. */
export async function withLaterStyles<Code>(load: () => Promise<Code>): Promise<Code> {
  loading ??= loadStyles();
  const [code] = await Promise.all([load(), loading]);
  return code;
}

async function loadStyles(): Promise<void> {
  const named = document.querySelector<HTMLLinkElement>('link[rel="prefetch"][as="style"]');
  if (named === null) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = named.href;
  await new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
