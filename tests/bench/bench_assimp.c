/* bench_assimp FILE.bvh: reads a file with Assimp's importer, without any work after reading, to
 * compare times. Needs libassimp-dev. */
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const struct aiScene *scene = argc > 1 ? aiImportFile(argv[1], 0) : NULL;
    if (!scene || scene->mNumAnimations == 0) {
        fprintf(stderr, "%s\n", aiGetErrorString());
        return 1;
    }
    printf("%u channels\n", scene->mAnimations[0]->mNumChannels);
    aiReleaseImport(scene);
    return 0;
}
