import { render } from 'preact';
import { createApp } from './app.ts';
import { createPreferences } from './preferences.ts';
import { followZone } from './time-zone.ts';
import { Root } from './views/root.tsx';

const place = document.querySelector('#app');
if (place !== null) {
  const app = createApp();
  const preferences = createPreferences();
  followZone(app.navigation.view, preferences.timeZone);
  render(<Root app={app} preferences={preferences} />, place);
}
