/** The styles of what is not shown at first. */

/** The element of the page that names their file, which the browser fetches meanwhile. */
const ID = 'later-styles';

let loading: Promise<void> | null = null;

/** Resolves once they are at work. Rejects where they cannot be had; the next call tries again. */
export function loadLaterStyles(): Promise<void> {
  loading ??= addStyles();
  return loading;
}

function addStyles(): Promise<void> {
  const named = document.getElementById(ID);
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = named?.getAttribute('href') ?? '';
  return new Promise((resolve, reject) => {
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      loading = null;
      sheet.remove();
      reject(new Error('the styles cannot be loaded'));
    };
    document.head.append(sheet);
  });
}
