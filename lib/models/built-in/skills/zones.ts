/** Cities and words that the names of the zones themselves do not have. */
const places: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  'new york city': 'America/New_York',
  nyc: 'America/New_York',
  boston: 'America/New_York',
  washington: 'America/New_York',
  miami: 'America/New_York',
  'san francisco': 'America/Los_Angeles',
  california: 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  texas: 'America/Chicago',
  beijing: 'Asia/Shanghai',
  peking: 'Asia/Shanghai',
  china: 'Asia/Shanghai',
  japan: 'Asia/Tokyo',
  tokio: 'Asia/Tokyo',
  india: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  kolkata: 'Asia/Kolkata',
  bangalore: 'Asia/Kolkata',
  korea: 'Asia/Seoul',
  germany: 'Europe/Berlin',
  deutschland: 'Europe/Berlin',
  munich: 'Europe/Berlin',
  münchen: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  france: 'Europe/Paris',
  italy: 'Europe/Rome',
  rom: 'Europe/Rome',
  milan: 'Europe/Rome',
  spain: 'Europe/Madrid',
  barcelona: 'Europe/Madrid',
  wien: 'Europe/Vienna',
  zürich: 'Europe/Zurich',
  geneva: 'Europe/Zurich',
  england: 'Europe/London',
  uk: 'Europe/London',
  kiev: 'Europe/Kyiv',
  'abu dhabi': 'Asia/Dubai',
  hawaii: 'Pacific/Honolulu',
};

/** The time zone of a place, by a city of its name or the name of the zone itself. */
export function zoneOf(place: string): string | undefined {
  const wanted = place.trim().toLowerCase();
  if (Object.hasOwn(places, wanted)) return usable(places[wanted] ?? '');
  const name = wanted.replaceAll(' ', '_');
  const zone = Intl.supportedValuesOf('timeZone').find((candidate) => {
    const lower = candidate.toLowerCase();
    return lower === name || lower.endsWith(`/${name}`);
  });
  return zone ?? (/^[a-z_+-]{2,30}\/[a-z_+-]{2,40}$/i.test(place) ? usable(place) : undefined);
}

function usable(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The moment at which a clock in a zone shows this time. In the hour that a change of clocks repeats
 * there are two, and nothing says which.
 */
export function instantOf(localTime: string, zone: string): number | undefined {
  const wanted = Date.parse(`${localTime}Z`);
  if (Number.isNaN(wanted) || usable(zone) === undefined) return undefined;
  const first = wanted - offsetAt(wanted, zone);
  return wanted - offsetAt(first, zone);
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const form = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(
    form.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}
