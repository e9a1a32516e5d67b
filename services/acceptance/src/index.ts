export { as, clientWith, unique } from './client';
