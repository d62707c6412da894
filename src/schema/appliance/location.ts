import * as v from 'valibot';
import { LATITUDE, LONGITUDE } from '../limits.ts';
import { DateSchema, setting, whole } from '../common.ts';

/** `GET` and `PUT /settings/location`, in degrees; null is unknown. */
export const LocationSchema = v.object({
  /** Degrees north; null is unknown. */
  latitude: v.nullable(v.pipe(v.number(), v.minValue(LATITUDE[0]), v.maxValue(LATITUDE[1]))),
  /** Degrees east; null is unknown. */
  longitude: v.nullable(v.pipe(v.number(), v.minValue(LONGITUDE[0]), v.maxValue(LONGITUDE[1]))),
});
/** A place on earth, or nowhere known. */
export type Location = v.InferOutput<typeof LocationSchema>;

/** Body of `PUT /settings/location`: an explicit null clears, an omitted member stays. */
export const LocationWriteSchema = setting(v.partial(LocationSchema).entries);

const SunDaySchema = v.object({
  /** Sunrise, as `HH:MM` local time; null without a place, and in polar day and night. */
  sunrise: v.nullable(v.string()),
  /** Sunset, as `HH:MM` local time; null without a place, and in polar day and night. */
  sunset: v.nullable(v.string()),
});
/**
 * Answer of `GET /settings/location/sun-times`: `HH:MM` local time; null without a place, and in polar day and night.
 */
export const SunTimesSchema = v.object({
  ...SunDaySchema.entries,
  /** The day. */
  date: DateSchema,
  /** Whether the place of the install is known. */
  location_configured: v.boolean(),
});
/** Answer of `GET /settings/location/sun-times`. */
export type SunTimesAnswer = v.InferOutput<typeof SunTimesSchema>;
/** Answer of `GET /settings/location/sun-times-week`, by date. */
export const SunWeekSchema = v.object({
  location_configured: v.boolean(),
  /** Sunrise and sunset, by day. */
  dates: v.record(v.string(), SunDaySchema),
});
/** Answer of `GET /settings/location/sun-times-week`. */
export type SunWeek = v.InferOutput<typeof SunWeekSchema>;

/** Query of `GET /settings/location/places`: the beginning of a name, and after a comma a region or country. */
export const PlaceQuerySchema = v.object({ q: v.pipe(v.string(), v.minLength(1), v.maxLength(80)) });
const FoundPlaceSchema = v.object({
  name: v.string(),
  /** The part of the country. */
  region: v.string(),
  /** Code of the country, as `DE`. */
  country: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  /** IANA name of the time zone. */
  timezone: v.string(),
});
/** One of the largest places of the world. */
export type FoundPlace = v.InferOutput<typeof FoundPlaceSchema>;
/** Answer of `GET /settings/location/places`, the likeliest first. */
export const PlacesFoundSchema = v.object({
  /** The places, the likeliest first. */
  places: v.array(FoundPlaceSchema),
  total: whole(),
});
/** Answer of `GET /settings/location/places`. */
export type PlacesFound = v.InferOutput<typeof PlacesFoundSchema>;
