import type { ObjectStore } from './object-store';

/** A store that is loaded at its first use: services without uploads do not load the SDK. */
export const openLazily = (load: () => Promise<ObjectStore>): ObjectStore => {
  let loading: Promise<ObjectStore> | undefined;
  const store = (): Promise<ObjectStore> => (loading ??= load());
  return {
    put: async (...rest) => (await store()).put(...rest),
    get: async (...rest) => (await store()).get(...rest),
    size: async (...rest) => (await store()).size(...rest),
    copy: async (...rest) => (await store()).copy(...rest),
    delete: async (...rest) => (await store()).delete(...rest),
    deleteAll: async (...rest) => (await store()).deleteAll(...rest),
    signedUrl: async (...rest) => (await store()).signedUrl(...rest),
    close: () => void loading?.then((opened) => opened.close()),
  };
};
