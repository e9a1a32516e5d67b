export * from '@porchlight/runtime/src/testing/listen';
