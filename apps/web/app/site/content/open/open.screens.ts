import { screen } from '#kit/screen'

/** Open pages. */
export const openContentScreens = [
  screen('knowledgeCentre', 'site/content/open/centre/KnowledgeCentre.tsx'),
  screen('blog/:slug', 'site/content/open/article/Article.tsx'),
]
