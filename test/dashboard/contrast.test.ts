import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Pairs of light and dark colours, by the name of the custom property. */
function readTokens(): Map<string, readonly [string, string]> {
  const css = readFileSync(new URL('../../dashboard/styles/tokens.css', import.meta.url), 'utf8');
  const pairs = css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g);
  return new Map([...pairs].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

/** WCAG 2: relative luminance of sRGB. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TEXTS = [
  ...['ink', 'ink-soft', 'accent', 'warn', 'bad'],
  ...['severity-none', 'severity-low', 'severity-minor', 'severity-major', 'severity-critical'],
];
const GROUNDS = ['page', 'surface', 'raised', 'sunken', 'hover', 'accent-wash'];

describe('the colours', () => {
  const tokens = readTokens();

  // axe leaves out what a scroll box clips, so the list's colours are held here.
  it('of all texts can be read on all grounds, in light and dark', () => {
    for (const text of TEXTS) {
      for (const ground of GROUNDS) {
        for (const theme of [0, 1] as const) {
          const [one = '', other = ''] = [tokens.get(text)?.[theme], tokens.get(ground)?.[theme]];
          expect(contrast(one, other), `${text} on ${ground}, ${theme}`).to.be.at.least(4.5);
        }
      }
    }
  });

  it('of filled buttons carry white text', () => {
    for (const fill of tokens.get('accent-fill') ?? []) {
      expect(contrast('#ffffff', fill), fill).to.be.at.least(4.5);
    }
  });
});
