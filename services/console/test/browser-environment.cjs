const { TestEnvironment } = require('jest-environment-jsdom');

/** Standard functions of browsers that jsdom lacks and Node has. */
const OF_NODE = [
  'AbortController',
  'AbortSignal',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'structuredClone',
];

/** jsdom with the functions of browsers that the pages call. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of OF_NODE) this.global[name] = globalThis[name];
    Object.defineProperty(this.global.crypto, 'randomUUID', { value: () => globalThis.crypto.randomUUID() });
    // Layout, which jsdom does not compute.
    this.global.matchMedia = (media) =>
      Object.assign(new this.global.EventTarget(), { media, matches: false, addListener() {}, removeListener() {} });
    this.global.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    this.global.scrollTo = () => undefined;
    this.global.Element.prototype.scrollIntoView = () => undefined;
  }
};
