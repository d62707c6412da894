import { useEffect, useRef, useState } from 'preact/hooks';
import { LOG_LINES } from '../../../src/schema/limits.ts';
import { SelectField, Switch, TextField } from '../../kit/field.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { saveFile } from '../../kit/save-file.ts';
import { WorkButton } from '../../kit/work.tsx';
import { navigate } from '../../router.ts';
import { system } from '../../strings/settings/system.ts';
import { systemOperations } from '../api.ts';
import { Loaded, Section } from '../section.tsx';
import { LOG_PAGE, addressOf, filterOf, questionOf, type LogFilter } from './log-filter.ts';
import { LogLines } from './log-lines.tsx';

const texts = system.logs;
const LOOK_MS = 3000;
const TYPING_MS = 300;
const LEVELS = Object.entries(texts.levels) as [keyof typeof texts.levels, string][];

const levelOf = (level: string): keyof typeof texts.levels =>
  level in texts.levels ? (level as keyof typeof texts.levels) : '';

/** The text of the search as it is typed; it reaches the address when the typing pauses. */
const useSearch = (search: string, onSearch: (search: string) => void) => {
  const [typed, setTyped] = useState(search);
  const timer = useRef(0);
  // What else is chosen while the typing pauses stays chosen.
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => setTyped(search), [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(next), TYPING_MS);
  };
  return [typed, type] as const;
};

const download = async (filter: LogFilter): Promise<string> => {
  const { logs } = await systemOperations.logs(questionOf({ ...filter, offset: 0 }, LOG_LINES[1]));
  const lines = logs.map(({ timestamp, level, logger, message }) => `${timestamp} ${level} ${logger}: ${message}\n`);
  saveFile(texts.fileName(new Date().toISOString().slice(0, 10)), 'text/plain', lines.reverse().join(''));
  return texts.downloaded(lines.length);
};

/** The log: filtered, searched, leafed through, followed as it grows, and downloaded. */
export const Logs = ({ query }: { query: URLSearchParams }) => {
  const filter = filterOf(query);
  const change = (next: Partial<LogFilter>) => navigate(addressOf({ ...filter, offset: 0, ...next }), true);
  const [typed, type] = useSearch(filter.search, (search) => change({ search }));
  const [live, setLive] = useState(true);
  const question = questionOf(filter, LOG_PAGE);
  const log = useResource(`logs ${question}`, () => systemOperations.logs(question));
  usePoll(log.reload, live && filter.offset === 0 ? LOOK_MS : null);
  return (
    <Section name="logs">
      <div class="card panel form log-tools">
        <div class="pair log-filter">
          <SelectField
            label={texts.level}
            value={levelOf(filter.level)}
            options={LEVELS}
            onChange={(level) => change({ level })}
          />
          <TextField type="search" label={texts.search} placeholder={texts.searchHint} value={typed} onChange={type} />
        </div>
        <div class="row">
          <Switch label={texts.live} hint={texts.liveHint} value={live} onChange={setLive} />
          <WorkButton text={texts.download} work={() => download(filter)} />
        </div>
      </div>
      <Loaded from={log}>{({ logs, total }) => <LogLines logs={logs} total={total} filter={filter} />}</Loaded>
    </Section>
  );
};
