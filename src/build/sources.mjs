// The stock of sources that are data: one small file each, read at its first use, and a list for the gallery.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const ENDING = '.source.json';

/** The settings that come with a sign-in, as `src/sources/sign-in/client-settings.ts` has them. */
const CLIENT = { client_id: 'Client ID', client_secret: 'Client secret' };
const clientNeeds = ({ account }) =>
  account?.oauth ? Object.keys(CLIENT).slice(0, (account.oauth.secret ?? 'required') === 'required' ? 2 : 1) : [];

/** What the gallery shows of a file; its pictures are those that its sample must give, as the tests hold it to. */
const toEntry = (file) => ({
  id: file.id,
  name: file.name,
  description: file.description,
  category: file.category,
  icon: file.icon,
  attribution: file.attribution,
  account: file.account === 'none' ? null : { url: file.account.url, text: file.account.text },
  evidence: (file.evidence ?? []).map(({ kind }) => kind),
  place: file.place ?? false,
  needs: [...clientNeeds(file), ...(file.required ?? [])].map((name) => ({
    name,
    title: CLIENT[name] ?? file.settings?.[name]?.title ?? name,
  })),
  reference: file.reference ?? [],
  retired: file.retired !== undefined,
  flagship: file.samples?.full?.flagship ?? [],
  note: file.samples?.full?.note ?? [],
});

/** Puts the files below `folder` into `target`: each without its samples and compressed, and the list of all. */
export const buildSources = async (folder, target) => {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
  const entries = await Promise.all(
    names.map(async (name) => {
      const { samples, $schema, ...file } = JSON.parse(await readFile(join(folder, name), 'utf8'));
      await writeFile(join(target, `${file.id}.z`), brotliCompressSync(JSON.stringify(file)));
      return toEntry({ ...file, samples });
    }),
  );
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  await writeFile(join(target, 'list.br'), brotliCompressSync(JSON.stringify(entries)));
};
