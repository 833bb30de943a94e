/** What looks on from inside of the page; text, since none of it is code of Node. */
export const pageScript = `globalThis.probe = (() => {
  let rowsAt = null;
  const longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector('.row') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { rowsAt = performance.now(); });
  };
  requestAnimationFrame(look);
  let frames = null;
  let last = 0;
  const tick = (now) => {
    if (frames === null) return;
    if (last > 0) frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  const startFrames = () => { frames = []; last = 0; requestAnimationFrame(tick); };
  const endFrames = () => { const found = frames; frames = null; return found; };
  const latencies = new Map();
  let isLive = false;
  const watch = () => {
    if (!isLive) return;
    for (const cell of document.querySelectorAll('.row .cell-version')) {
      const found = /live-(\\d+)-(\\d+)/.exec(cell.textContent);
      if (found !== null && !latencies.has(found[1])) latencies.set(found[1], Date.now() - Number(found[2]));
    }
    requestAnimationFrame(watch);
  };
  return {
    first: () => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      rows: rowsAt ?? 0,
    }),
    size: () => ({
      nodes: document.querySelectorAll('*').length,
      held: Math.round(document.querySelector('.grid-space').clientHeight / document.querySelector('.row').clientHeight),
    }),
    loadAll: (count) => new Promise((resolve) => {
      const end = performance.now() + 60000;
      const box = document.querySelector('.grid-body');
      const step = () => {
        box.scrollTop = box.scrollHeight;
        const rows = [...document.querySelectorAll('.row')].map((row) => Number(row.ariaRowIndex));
        const isDone = Math.max(0, ...rows) >= count;
        if (isDone) box.scrollTop = 0;
        if (isDone || performance.now() > end) setTimeout(() => resolve(isDone), 500);
        else requestAnimationFrame(step);
      };
      step();
    }),
    startLive: () => { isLive = true; longTasks.length = 0; startFrames(); requestAnimationFrame(watch); },
    total: (count) => new Promise((resolve) => {
      const end = performance.now() + 30000;
      const step = () => {
        const shown = Number(document.querySelector('.total')?.innerText.replace(/\\D/g, ''));
        if (shown === count || performance.now() > end) setTimeout(resolve, 1000);
        else setTimeout(step, 100);
      };
      step();
    }),
    settled: (count) => new Promise((resolve) => {
      const end = performance.now() + 3000;
      const step = () => {
        if (latencies.size >= count || performance.now() > end) resolve();
        else requestAnimationFrame(step);
      };
      step();
    }),
    endLive: () => {
      isLive = false;
      return { latencies: [...latencies.values()], frames: endFrames(), longTasks: [...longTasks] };
    },
    startFrames,
    endFrames,
  };
})()`;
