import { generateHTML, generateJSON } from '@tiptap/core'
import { articleExtensions } from '#ui/editor/extensions'

/** Markup of an article with what the editor knows alone: nothing in it can act, so that it may be shown. */
export const asWritten = (markup: string) => generateHTML(generateJSON(markup, articleExtensions), articleExtensions)
