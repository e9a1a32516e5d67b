import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
/** Colors of charts. */
const OF_DATA = ['src/reports/charts.module.css'];
const COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/i;

const sheets = globSync(['src/**/*.css', 'public/**/*.css'], { cwd: ROOT }).filter((file) => !OF_DATA.includes(file));

describe('colors', () => {
  test('given the style sheets of the console, the reference and the pages of the gateway, then only one has colors', () => {
    expect(sheets).toEqual(expect.arrayContaining(['public/docs/docs.css', 'public/pages.css', 'src/theme.css']));
    expect(sheets.filter((file) => COLOR.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual(['public/tokens.css']);
  });

  test('given a style sheet that the build compiles, then it leaves light-dark() to the one with colors', () => {
    // The build replaces it by variables that nothing declares.
    const compiled = globSync('src/**/*.css', { cwd: ROOT });
    expect(compiled.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('light-dark('))).toEqual([]);
  });

  test('given a variable that a style sheet uses, then the one with colors or its own file declares it', () => {
    const tokens = readFileSync(join(ROOT, 'public/tokens.css'), 'utf8');
    for (const file of ['public/pages.css', 'public/docs/docs.css']) {
      const used = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
      expect(used.filter((name) => !tokens.includes(`${name}:`))).toEqual([]);
    }
  });
});
