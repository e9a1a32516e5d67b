import { runBackend } from '@porchlight/backend';
import { createApp } from './app';
import { configSchema } from './config';

void runBackend('notifier', configSchema, createApp);
