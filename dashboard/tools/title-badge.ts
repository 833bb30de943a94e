/** A number in front of the title of a page that nobody looks at. */

export interface TitleBadge {
  add(count: number): void;
  clear(): void;
}

const BADGE = /^● \d+ /;

/** Pages set their titles as before: the number comes back in front of them. */
export function createTitleBadge(): TitleBadge {
  let unseen = 0;
  const bare = () => document.title.replace(BADGE, '');
  const show = () => {
    const wanted = unseen === 0 ? bare() : `● ${unseen} ${bare()}`;
    if (document.title !== wanted) document.title = wanted;
  };
  const observer = new MutationObserver(show);
  return {
    add: (count) => {
      unseen += count;
      show();
      observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    },
    clear: () => {
      unseen = 0;
      observer.disconnect();
      show();
    },
  };
}
