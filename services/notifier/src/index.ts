export { createApp } from './app';
export type { NotifierDependencies } from './app';
export { configSchema } from './config';
export type { Config } from './config';
