// The types of proxy-from-env, which has none.
declare module 'proxy-from-env' {
  /** Returns the URL of the proxy for a URL, by the environment of the process. Empty without one. */
  export function getProxyForUrl(url: URL): string
}
