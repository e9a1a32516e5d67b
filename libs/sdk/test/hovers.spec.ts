import { join } from 'node:path';
import ts from 'typescript';
import { openInEditor } from './language-service';

const NAME = join(__dirname, 'hovers-example.ts');
const RECORDS = ['Person', 'NewPerson', 'PersonChange', 'Deal', 'Lead', 'Event', 'Task', 'Webhook', 'WebhookEvent'];
const TEXT = `
import type { Porchlight, Schemas, ${RECORDS.join(', ')} } from '../src';
declare const porchlight: Porchlight;
declare const schemas: Schemas;
${RECORDS.map((name) => `declare const a${name}: ${name};`).join('\n')}
`;

const editor = openInEditor(NAME, TEXT);
const program = editor.getProgram()!;
const checker = program.getTypeChecker();
const source = program.getSourceFile(NAME)!;
const typeOf = (variable: string): ts.Type => {
  const [declared] = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter(({ name }) => name.getText() === variable);
  return checker.getTypeAtLocation(declared!);
};
/** Names of the properties of a type that an editor describes, and of those that it does not. */
const listHovers = (type: ts.Type): { described: string[]; bare: string[] } => {
  const names = { described: [] as string[], bare: [] as string[] };
  for (const property of checker.getPropertiesOfType(type))
    (property.getDocumentationComment(checker).length > 0 ? names.described : names.bare).push(property.name);
  return names;
};

describe('what an editor shows', () => {
  it('describes every operation', () => {
    const resources = checker
      .getPropertiesOfType(typeOf('porchlight'))
      .filter(({ name }) => name !== 'stream')
      .map((resource) => listHovers(checker.getTypeOfSymbol(resource)));
    expect(resources.flatMap(({ bare }) => bare)).toEqual([]);
    expect(resources.flatMap(({ described }) => described).length).toBeGreaterThan(250);
  });

  it.each(RECORDS)('describes every field of %s', (name) => {
    const { described, bare } = listHovers(typeOf(`a${name}`));
    expect(bare).toEqual([]);
    expect(described.length).toBeGreaterThan(4);
  });

  it('describes every field of every record and body, at each depth', () => {
    const total = { described: 0, bare: [] as string[] };
    const visit = (type: ts.Type, path: string, depth: number): void => {
      if (checker.isArrayType(type)) {
        const [element] = checker.getTypeArguments(type as ts.TypeReference);
        return visit(checker.getNonNullableType(element!), path, depth);
      }
      if (depth > 4 || !(type.flags & ts.TypeFlags.Object)) return;
      for (const property of checker.getPropertiesOfType(type)) {
        if (property.getDocumentationComment(checker).length > 0) total.described++;
        else total.bare.push(`${path}.${property.name}`);
        visit(checker.getNonNullableType(checker.getTypeOfSymbol(property)), `${path}.${property.name}`, depth + 1);
      }
    };
    for (const schema of checker.getPropertiesOfType(typeOf('schemas')))
      visit(checker.getTypeOfSymbol(schema), schema.name, 1);
    expect(total.bare).toEqual([]);
    expect(total.described).toBeGreaterThan(2_000);
  });

  it('describes every filter of a list', () => {
    const people = checker.getPropertyOfType(typeOf('porchlight'), 'people')!;
    const list = checker.getPropertyOfType(checker.getTypeOfSymbol(people), 'list')!;
    const [signature] = checker.getTypeOfSymbol(list).getCallSignatures();
    const parameter = checker.getTypeOfSymbol(signature!.getParameters()[0]!);
    const [query] = checker.getTypeArguments(parameter as ts.TypeReference);
    const { described, bare } = listHovers(checker.getNonNullableType(query!));
    expect(bare).toEqual([]);
    expect(described).toContain('contacted');
  });
});
