/** Whether the server serves another dashboard than this one: it was updated meanwhile. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[src]')?.getAttribute('src') ?? '';
  try {
    const answer = await fetch('/', { cache: 'no-cache' });
    return answer.ok && !(await answer.text()).includes(own);
  } catch {
    // Gone again: the connection says so.
    return false;
  }
}
