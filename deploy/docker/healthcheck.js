// Exit code 0 when the service of this container is ready.
const { request } = require('node:http');

const asked = request(
  { host: '127.0.0.1', port: process.env.OPERATIONS_PORT, path: '/readyz', timeout: 3000 },
  (response) => process.exit(response.statusCode === 200 ? 0 : 1),
);
asked.on('error', () => process.exit(1));
asked.on('timeout', () => process.exit(1));
asked.end();
