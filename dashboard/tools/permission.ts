/** Whether the browser lets Milepost notify, and what to do where it does not. */

/** Asks the reader, where they were not asked yet: only ever called on a click. Null: it may. */
export async function askToNotify(): Promise<string | null> {
  if (!window.isSecureContext) {
    return 'Browsers notify from https addresses only. Open Milepost over https, or on localhost.';
  }
  if (!('Notification' in window) || !('locks' in navigator)) {
    return 'This browser has no notifications. On iOS, add Milepost to the home screen first.';
  }
  const answer =
    Notification.permission === 'default'
      ? await Notification.requestPermission()
      : Notification.permission;
  if (answer === 'granted') return null;
  return answer === 'denied'
    ? `This browser refuses notifications from ${location.host}. Allow them in the settings of this site, beside the address, and try again.`
    : 'You were asked and did not answer. Try again to be asked once more.';
}
