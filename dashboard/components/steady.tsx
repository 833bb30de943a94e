import type { Component, FunctionComponent } from 'preact';

/**
 * The same component, which rests while each of its props is what it was: rows that scrolling leaves
 * where they are cost nothing then. Preact has this in its layer for React only, as `memo`.
 */
export function steady<Props extends object>(View: FunctionComponent<Props>) {
  return function Steady(this: Component<Props>, props: Props) {
    this.shouldComponentUpdate = (next) => isChanged(this.props, next);
    return <View {...props} />;
  } as FunctionComponent<Props>;
}

function isChanged(before: object, after: object): boolean {
  const [had, has] = [Object.entries(before), Object.entries(after)];
  if (had.length !== has.length) return true;
  const known: ReadonlyMap<string, unknown> = new Map(had);
  return has.some(([name, value]) => !known.has(name) || known.get(name) !== value);
}
