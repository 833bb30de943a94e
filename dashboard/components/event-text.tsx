import { revealText, toSegment } from '../text.ts';

/** Text from a pipeline: isolated, so that its direction ends where it ends. */
export function EventText({ text }: { readonly text: string }) {
  return <bdi>{revealText(text)}</bdi>;
}

/** The same, followed when it is an address. */
export function LinkedText({ text }: { readonly text: string }) {
  const segment = toSegment(text);
  if (segment.href === undefined) return <EventText text={text} />;
  return <OutsideLink href={segment.href} text={segment.text} />;
}

/** Tells the other side neither where the reader came from nor how to get at this window. */
export function OutsideLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a class="link" href={href} target="_blank" rel="noreferrer noopener">
      <bdi>{text}</bdi>
    </a>
  );
}
