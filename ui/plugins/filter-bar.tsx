/** A choice among groups, as a link that keeps it in the address. */
export interface FilterLink {
  readonly label: string;
  readonly href: string;
  readonly current: boolean;
}

/** A field to search a list with, and the groups that it can be narrowed to. */
export const FilterBar = ({
  search,
  searchLabel,
  groups,
  groupsLabel,
  onSearch,
}: {
  search: string;
  searchLabel: string;
  groups: readonly FilterLink[];
  groupsLabel: string;
  onSearch: (search: string) => void;
}) => (
  <div class="plugin-filters" role="search">
    <input
      type="search"
      value={search}
      aria-label={searchLabel}
      placeholder={searchLabel}
      onInput={(event) => onSearch(event.currentTarget.value)}
    />
    <nav aria-label={groupsLabel}>
      {groups.map(({ label, href, current }) => (
        <a key={label} class="filter" href={href} aria-current={current ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  </div>
);
