import { customPrefix } from '#kit/api/records'

/**
 * A form's values without custom fields that are not in use: a draft may have one that was retired since, which the call would refuse. All of them
 * if it is not known which are in use.
 */
export const withoutRetired = <V extends object>(values: V, inUse: readonly { key: string }[] | undefined): V => {
  if (!inUse) return values
  const isSent = ([name]: [string, unknown]) =>
    !name.startsWith(customPrefix) || inUse.some(({ key }) => name === `${customPrefix}${key}`)
  return Object.fromEntries(Object.entries(values).filter(isSent)) as V
}
