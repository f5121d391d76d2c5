export type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) => isJson(value) && Object.keys(value).length === 0

/** Fields that a record by kind has are named, as OpenAPI's readers want them: JSON Schema names them by a schema for all. */
const withFieldsNamed = (schema: Json): Json => {
  const {
    required,
    additionalProperties,
    properties = {},
  } = schema as { required?: string[]; properties?: Json; additionalProperties?: unknown }
  if (!required || !isJson(additionalProperties)) return schema
  const missing = required.filter((name) => !(name in properties)).map((name) => [name, additionalProperties])
  return { ...schema, properties: { ...properties, ...Object.fromEntries(missing) } }
}

/** Whatever is one of several of which one is anything is anything. */
const withoutAnything = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  return Array.isArray(anyOf) && anyOf.some(isEmpty) ? rest : schema
}

/** As readers of OpenAPI like it: what is said by implication is said plainly. */
export const tidied = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(tidied) as Value
  if (!isJson(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, tidied(one)]))
  return withFieldsNamed(withoutAnything(inner)) as Value
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Gives names to schemas of objects: those that are alike have one. */
export const openNames = () => {
  const byText = new Map<string, string>()
  const schemas: Record<string, Json> = {}

  /** The same, with a reference in place of each part that has a name. */
  const shortened = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shortened)
    if (!isJson(value)) return value
    const known = 'properties' in value && byText.get(JSON.stringify(value))
    return known ? refTo(known) : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
  }

  const free = (wanted: string) => {
    let name = wanted
    for (let more = 2; name in schemas; more++) name = `${wanted}${more}`
    return name
  }

  /** A reference to this schema under a name of these parts; what is no object is given as it is. */
  const name = (schema: Json, ...parts: string[]): Json => {
    if (!('properties' in schema)) return shortened(schema) as Json
    const text = JSON.stringify(schema)
    const known = byText.get(text)
    if (known) return refTo(known)
    const own = free(parts.map(upper).join(''))
    schemas[own] = {} // keeps its place
    schemas[own] = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, shortened(one)]))
    byText.set(text, own)
    return refTo(own)
  }
  return { name, schemas }
}
export type Names = ReturnType<typeof openNames>

/** The same with what references lead to in their place. */
export const dereferenced = <Whole extends object>(whole: Whole): Whole => {
  const at = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, part) => (value as Json)[part], whole)
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow)
    if (!isJson(value)) return value
    const { $ref } = value
    return typeof $ref === 'string'
      ? follow(at($ref))
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, follow(one)]))
  }
  return follow(whole) as Whole
}
