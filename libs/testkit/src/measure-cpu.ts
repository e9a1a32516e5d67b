export * from '@porchlight/runtime/src/testing/measure-cpu';
