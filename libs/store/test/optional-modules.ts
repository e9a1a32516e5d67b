/** Modules that the driver loads only when an option needs them; a bundle leaves them out. */
export const OPTIONAL_MODULES = [
  'kerberos',
  'snappy',
  'aws4',
  'gcp-metadata',
  'socks',
  'mongodb-client-encryption',
  '@mongodb-js/zstd',
  '@aws-sdk/credential-providers',
];
