import { deriveAccess } from '@porchlight/bus';

type Named = readonly { readonly name: string }[];

const HEAD = `# Rights of the users of Kafka, generated from topics.yaml by npm run docs: a service writes its own topic and its dead letters
# and reads what its groups consume. Users are services, and \`operator\`, the command line. grant-access.sh, the chart and
# npm start -- --secure-bus apply the file. Each right includes Describe. grant-access.sh reads this format line by line.
access:
`;

/** The file deploy/kafka/access.yaml. */
export const renderAccess = (topics: Named, deadLetters: Named): string => {
  const names = (declared: Named): string[] => declared.map(({ name }) => name);
  const lines = deriveAccess(names(topics), names(deadLetters)).map(
    ({ user, operation, resource, name }) =>
      `  - { user: ${user}, operation: ${operation}, resource: ${resource}, name: ${name} }\n`,
  );
  return HEAD + lines.join('');
};
