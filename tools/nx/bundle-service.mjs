import { bundleService } from '../bootstrap/build.mjs';

await bundleService(process.argv[2]);
