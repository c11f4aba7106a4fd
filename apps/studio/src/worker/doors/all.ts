export { sceneJsonSchema } from 'pliant';
