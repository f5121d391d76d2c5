import { Text } from '@mantine/core'
import { generateHTML, generateJSON } from '@tiptap/core'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { useText } from '#kit/text'
import { PostBody } from '#site/content/open/PostBody'
import { articleExtensions } from '#ui/editor/extensions'
import type { Values } from './ContentForm.tsx'

/** Markup of an article with what the editor knows alone: nothing in it can act, so that it may be shown. */
const asWritten = (markup: string) => generateHTML(generateJSON(markup, articleExtensions), articleExtensions)

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
  if (!embed) return <Text>{t('Enter a link to YouTube or Spotify')}</Text>
  return <PostBody content={{ title, contentType, content: content.trim(), seoText: asWritten(seoText), embed }} />
}
