import { Text } from '@mantine/core'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { useText } from '#kit/text'
import { PostBody } from '#site/post/PostBody'
import { asWritten } from '#ui/editor/asWritten'
import type { Values } from './values.ts'

/** What is typed, as its readers would see it: what the editor would not know is left out of it. */
export const Typed = ({
  title,
  contentType,
  content,
  seoText,
}: Pick<Values, 'title' | 'contentType' | 'content' | 'seoText'>) => {
  const t = useText()
  if (contentType === 'TEXT')
    return <PostBody content={{ title, contentType, content: asWritten(content), seoText: null, embed: null }} />
  const embed = embedOf(content.trim()) ?? null
  if (!embed) return <Text>{t('Give a link to YouTube or Spotify')}</Text>
  return <PostBody content={{ title, contentType, content: content.trim(), seoText: asWritten(seoText), embed }} />
}
