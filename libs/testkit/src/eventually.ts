export * from '@porchlight/runtime/src/testing/eventually';
