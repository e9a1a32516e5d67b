export * from '@porchlight/runtime/src/testing/exchange';
