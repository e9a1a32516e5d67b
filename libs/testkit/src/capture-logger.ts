export * from '@porchlight/runtime/src/testing/capture-logger';
