import { fileURLToPath } from 'node:url'

/** Where files are stored: in a local folder, or in an S3-compatible bucket. */
export type Location = { folder: string } | BucketLocation

export interface BucketLocation {
  bucket: string
  /** The prefix of all keys: empty, or ending with `/`. */
  prefix: string
  region: string | undefined
  /** The URL of a server other than Amazon's. */
  endpoint: string | undefined
  /** The bucket is in the path instead of the host. */
  forcePathStyle: boolean
}

/** Parses FILES_URL: `file:///srv/files`, or `s3://bucket/prefix?region=…&endpoint=…&forcePathStyle=true`. Throws an error that says what is wrong. */
export const readLocation = (text: string): Location => {
  const url = URL.parse(text)
  if (url?.protocol === 's3:') return readBucket(url)
  if (url?.protocol !== 'file:') throw new Error('must be a file:// or s3:// address')
  const isFolder = text.startsWith('file:///') && url.search === '' && url.hash === ''
  if (!isFolder) throw new Error('must name a folder by its whole path, as in file:///srv/files')
  return { folder: fileURLToPath(url) }
}

const throwFirstFault = (faults: readonly [boolean, string][]) => {
  const fault = faults.find(([isThere]) => isThere)
  if (fault) throw new Error(fault[1])
}

const readBucket = (url: URL): BucketLocation => {
  const { hostname: bucket, pathname, searchParams: params } = url
  const {
    region,
    endpoint,
    forcePathStyle = 'false',
    ...others
  } = Object.fromEntries(params) as Record<string, string | undefined>
  const [unknown] = Object.keys(others)
  const isEndpoint = endpoint === undefined || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')
  const isBucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && url.port === ''
  throwFirstFault([
    [url.username + url.password !== '', 'holds no credentials: the AWS SDK takes them from its own variables'],
    [!isBucket, 'must name a bucket, as in s3://bucket/prefix'],
    [unknown !== undefined, `has an option that is not known: ${unknown}`],
    [!isEndpoint, 'must have an endpoint that is an http:// or https:// address'],
    [!['true', 'false'].includes(forcePathStyle), 'must have a forcePathStyle of true or false'],
  ])
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return { bucket, prefix: prefix && `${prefix}/`, region, endpoint, forcePathStyle: forcePathStyle === 'true' }
}
