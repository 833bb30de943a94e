/** The shape of the list while it is on its way. */
export function SkeletonRows({ name = 'events' }: { readonly name?: string }) {
  return (
    <div class="skeleton-rows">
      <p class="visually-hidden" role="status">
        Loading {name}
      </p>
      {Array.from({ length: 14 }, (_, index) => (
        <div key={index} class="row-skeleton" aria-hidden="true">
          <span class="skeleton" />
          <span class="skeleton" />
          <span class="skeleton" />
        </div>
      ))}
    </div>
  );
}
