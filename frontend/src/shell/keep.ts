/** Keeps the page on this device, so that it opens without a connection and can be installed. */
export function keepPage(): void {
  // Only there on https and on the machine itself; without it the page works as long as there is a connection.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
