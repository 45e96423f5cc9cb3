// What the server sends; named in comments only, never loaded.

/** @typedef {{code: string, city: string, name: string, country: string}} Airport */
/** @typedef {{today: string, last: string}} Calendar */
/**
 * @typedef {{id: string, airline: string, number: string, origin: Airport, destination: Airport, departs: string,
 *   arrives: string, minutes: number, stops: string[], price: number}} Flight
 */
/**
 * @typedef {{number: string, airline: string, origin: Airport, destination: Airport, departs: string, arrives: string,
 *   minutes: number, aircraft: string, from_terminal: string, to_terminal: string}} Segment
 */
/**
 * @typedef {{key: string, label: string, change: string, refund: number, price: number, bags: string,
 *   parts: {fare: number, taxes: number, charges: number}}} Fare
 */
/**
 * @typedef {Flight & {cabin: string, cabin_label: string, on_time: number, cabin_bag: string, segments: Segment[],
 *   fares: Fare[]}} Details
 */
/** @typedef {{label: string, row: number, place: string, price: number, taken: boolean}} Seat */
/** @typedef {{segment: number, number: string, passenger: number, seat: string}} Chosen */
/** @typedef {{first: string, last: string, born: string, child: boolean}} Passenger */
/**
 * @typedef {{cabin_label: string, adults: number, children: number, email: string, passengers: Passenger[],
 *   legs: (Flight & {fare: string, fare_label: string, bags: string})[], segments: Segment[], seats: Chosen[],
 *   seat_price: number, total: number}} Journey
 */
/**
 * @typedef {Journey & {reference: string, status: string, booked_on: string, refundable: number,
 *   refund: number | null}} Trip
 */
/** @typedef {{main: HTMLElement, part: string, query: URLSearchParams, signal: AbortSignal}} Visit */

export {};
