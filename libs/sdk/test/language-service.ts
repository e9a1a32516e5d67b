import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The files of the SDK and one further file, as an editor reads them. */
export const openInEditor = (name: string, text: string): ts.LanguageService => {
  const config = join(__dirname, '..', 'tsconfig.json');
  const { options } = ts.getParsedCommandLineOfConfigFile(
    config,
    { noEmit: true, composite: false },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  )!;
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [name],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const content = file === name ? text : ts.sys.fileExists(file) ? readFileSync(file, 'utf8') : undefined;
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => dirname(name),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === name || ts.sys.fileExists(file),
    readFile: (file) => (file === name ? text : ts.sys.readFile(file)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
};
