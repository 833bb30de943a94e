/** The styles of what is not shown at first. */

/** The element of the page that names their file. */
const ID = 'later-styles';

let loading: Promise<void> | null = null;

/** A module, once the styles are at work that it is shown with. Rejects where one cannot be had. */
export async function withStyles<Module>(module: Promise<Module>): Promise<Module> {
  loading ??= addStyles();
  const [loaded] = await Promise.all([module, loading]);
  return loaded;
}

function addStyles(): Promise<void> {
  const named = document.getElementById(ID);
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = named?.getAttribute('href') ?? '';
  return new Promise((resolve, reject) => {
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      // To be tried again, as the code is.
      loading = null;
      sheet.remove();
      reject(new Error('the styles cannot be loaded'));
    };
    document.head.append(sheet);
  });
}
