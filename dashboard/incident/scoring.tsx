/** What the points are: nobody should have to trust a number. */
const POINTS = [
  ['Its time: half of the points are gone after an hour, three quarters after two', 'up to 40'],
  ['The same system and environment as chosen; or one of the two', '25; 15'],
  ['Its severity: minor, major, critical', '3, 7, 10'],
  ['It was rolled back within a day', '15'],
  ['A metric got worse in the hour after it (the first five changes are looked at)', '10'],
] as const;

export function Scoring() {
  return (
    <details class="explained">
      <summary>How the score comes about</summary>
      <p>
        It adds up what speaks for a change. It is a reason to look, and no probability: that
        something happened before does not make it the cause.
      </p>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">What speaks for it</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {POINTS.map(([what, points]) => (
            <tr key={what}>
              <td data-name="For">{what}</td>
              <td data-name="Points">{points}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
