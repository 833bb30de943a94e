import { type Place, VIEWS } from '../places.ts';
import { Icon } from './icon.tsx';

/** The ways between the views; on a phone at the bottom of the screen, where thumbs are. */
export function ViewNav({ place }: { readonly place: Place }) {
  return (
    <nav class="views" aria-label="Views">
      {VIEWS.map(({ kind, path, name, icon, key }) => (
        <a
          key={kind}
          href={path}
          aria-current={place.kind === kind ? 'page' : undefined}
          title={`${name} (g ${key})`}
        >
          <Icon name={icon} />
          <span>{name}</span>
        </a>
      ))}
    </nav>
  );
}
