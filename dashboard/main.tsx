import { render } from 'preact';
import { createApp } from './app.ts';
import { createPreferences } from './preferences.ts';
import { Root } from './views/root.tsx';

const place = document.querySelector('#app');
if (place !== null) render(<Root app={createApp()} preferences={createPreferences()} />, place);
