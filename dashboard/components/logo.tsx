/** The stone at the roadside, and the name. */
export function Logo() {
  return (
    <span class="logo">
      <svg class="logo-mark" viewBox="0 0 32 32" aria-hidden="true">
        <path class="logo-stone" d="M6 29V12a10 10 0 0 1 20 0v17z" />
        <path class="logo-lines" d="M12 13.5h8M12 18.5h8M12 23.5h5" />
      </svg>
      <span class="logo-name">Milepost</span>
    </span>
  );
}
