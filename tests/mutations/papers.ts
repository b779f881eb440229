import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/papers', rows: [
  ['F25', 'client.ts', 'asked', 'drop if answer', 'papers/client', 'a worker that does not answer', 'a worker that does not answer for a paper is replaced'],
  ['F25', 'client.ts', 'asked', ['silences !== before', 'false'], 'papers/client', 'answers none of those that wait', 'what waits behind a silent worker waits once'],
  ['D75', 'client.ts', '', ['found ?? known.delete(held)', 'found'], 'papers/client', 'one that could not be searched', 'a photo that could not be searched is searched again'],
  ['D75', 'search.ts', 'searchPhoto', ['isEnough([...found.values()])', 'found.size > 0'], 'papers/search', 'a code that says nothing', 'a code of somebody else on a paper ends no search'],
  ['D75', 'search.ts', 'searchPhoto', ['steady() - begun > LATE_MS', 'begun < 0'], 'papers/search', 'no further search begins', 'nobody waits for more than 1.2 seconds for another search'],
  ['D75', 'search.ts', 'searchPhoto', ['Math.min(edge, maxEdge)', 'maxEdge < WHOLE_EDGE ? Math.min(edge, maxEdge) : edge'], 'papers/search', 'of more pixels than a phone', 'no photo is searched at more than 5,000 pixels'],
  ['D75', 'search.ts', 'searchPhoto', ["if (isForMore && wanted === searched) continue;", ''], 'papers/search', 'nothing is searched twice', 'the same pixels are not searched in the same way twice'],
  ['S27', 'zip.ts', 'xmlInZip', ['zip.length > MAX_ZIP_BYTES', 'zip.length === 0'], 'papers/zip', 'a zip larger than the bound', 'a zip of more than 10 MB is not opened'],
  ['S27', 'zip.ts', 'unpacked', ['entries > MAX_ENTRIES ||', ''], 'papers/zip', 'a zip of more entries', 'a zip of more than 20 entries is not read'],
  ['S27', 'zip.ts', 'unpacked', ['|| size > MAX_XML_BYTES', ''], 'papers/zip', 'a bomb ends while', 'what is unpacked is counted as it comes'],
  ['S27', 'zip.ts', 'unpacked', ['documents > 1', 'documents > 9'], 'papers/zip', 'with no XML, or with two', 'of two XML none is taken'],
  ['S27', 'zip.ts', 'unpacked', ['|| /\\.zip$/i.test(entry.name)', ''], 'papers/zip', 'with another zip in it', 'a zip in a zip is not read'],
] } satisfies Mutations;
