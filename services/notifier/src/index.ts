export { createApp, type NotifierDependencies } from './app';
export { configSchema, type Config } from './config';
