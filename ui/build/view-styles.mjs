// Style sheets of views: a view's script names its style sheet and is ready only when that is there.
import { transform } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** The style sheet that the page itself loads. */
const FIRST = 'style.css';

const scriptFor = (path) => `
import url from ${JSON.stringify(`./${basename(path)}?sheet`)};
await new Promise((resolve) => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: url, onload: resolve, onerror: resolve });
  document.head.append(link);
});`;

/**
 * A plugin for esbuild: `import './view.css'` in a view puts the style sheet into the page before the view is drawn.
 * Sheets are files of their own, named by content, so that the page's policy needs to admit no style inside it.
 */
export const viewStyles = (target) => ({
  name: 'view-styles',
  setup: (build) => {
    build.onResolve({ filter: /\.css\?sheet$/ }, ({ path, resolveDir }) => ({
      path: `${resolveDir}/${basename(path, '?sheet')}`,
      namespace: 'sheet',
    }));
    build.onLoad({ filter: /\.css$/, namespace: 'sheet' }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target });
      return { contents: code, loader: 'file', watchFiles: [path] };
    });
    build.onLoad({ filter: /\.css$/, namespace: 'file' }, ({ path }) => {
      if (basename(path) === FIRST) return undefined;
      return { contents: scriptFor(path), loader: 'js', resolveDir: dirname(path) };
    });
  },
});
